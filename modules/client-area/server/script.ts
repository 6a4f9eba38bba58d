// The one script of the area, served as it is: passkeys, a file that is dropped, and the day in the visitor's words. Everything else works
// without it.
export const clientScript = `const post=async(path,body)=>{const answer=await fetch(path,{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify(body)});if(!answer.ok)throw new Error((await answer.json().catch(()=>({}))).message??"This did not work. Please use a code.");return answer.json()};
const bytes=(text)=>Uint8Array.from(atob(text.replaceAll("-","+").replaceAll("_","/")),(one)=>one.charCodeAt(0));
const text=(buffer)=>btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+","-").replaceAll("/","_").replaceAll("=","");
const say=(button,words)=>{const note=document.getElementById(button.getAttribute("aria-describedby"));if(note)note.textContent=words};
const used=(key,response)=>({id:key.id,rawId:text(key.rawId),type:key.type,clientExtensionResults:key.getClientExtensionResults(),response});
async function enter(button){const {options,challenge}=await post("/client/passkey/options",{});
const key=await navigator.credentials.get({publicKey:{...options,challenge:bytes(options.challenge),allowCredentials:[]}});const {response}=key;
const {to}=await post("/client/passkey/enter",{challenge,credential:used(key,{clientDataJSON:text(response.clientDataJSON),authenticatorData:text(response.authenticatorData),signature:text(response.signature),userHandle:response.userHandle?text(response.userHandle):undefined})});location.assign(to)}
async function add(button){const nonce=button.dataset.nonce;const {options,challenge}=await post("/client/passkey/new",{nonce});
const key=await navigator.credentials.create({publicKey:{...options,challenge:bytes(options.challenge),user:{...options.user,id:bytes(options.user.id)},excludeCredentials:options.excludeCredentials.map((one)=>({...one,id:bytes(one.id)}))}});const {response}=key;
await post("/client/passkey/add",{nonce,challenge,credential:used(key,{clientDataJSON:text(response.clientDataJSON),attestationObject:text(response.attestationObject),transports:response.getTransports?.()??[]})});location.reload()}
for(const button of document.querySelectorAll("[data-passkey]")){if(!window.PublicKeyCredential){button.hidden=true;continue}button.addEventListener("click",()=>(button.dataset.passkey==="add"?add:enter)(button).catch((error)=>say(button,error.name==="NotAllowedError"?"No passkey was used. A code works as well.":error.message)))}
for(const place of document.querySelectorAll(".up")){const input=place.querySelector("input");for(const name of ["dragover","dragleave","drop"])place.addEventListener(name,(event)=>{event.preventDefault();place.classList.toggle("over",name==="dragover");if(name==="drop")input.files=event.dataTransfer.files})}
`;
